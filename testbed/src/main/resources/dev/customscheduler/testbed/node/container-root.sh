# Makes a container's root and runs a program in it. In a mount and a UTS namespace of its own:
#   sh container-root.sh FOLDER HOSTNAME DIRECTORY PROGRAM [ARGUMENT...]
# FOLDER/root is where the root is made. FOLDER/open lists the folders, a line each and the outer ones first, in which something must be
# made that does not exist. FOLDER/mounts has a line for each volume: ro or rw, dir or file, source, target, separated by tabs.
# FOLDER/failed appears if any of this does not work.
set -e
folder=$1 hostname=$2 directory=$3
shift 3
new=$folder/root
trap ': > "$folder/failed"' EXIT

hostname "$hostname" 2>/dev/null || echo "$hostname" > /proc/sys/kernel/hostname
mount -t tmpfs -o mode=755 container "$new"
mkdir "$new/.upper"

opened() {
    grep -qxF -- "$1" "$folder/open"
}
# An overlay where root may have one over a folder with mounts in it; else a folder with everything in it bound one by one.
open_up() {
    upper=$new/.upper/$(echo "$1" | tr / _)
    mkdir -p "$upper/files" "$upper/work"
    mount -t overlay -o "lowerdir=$1,upperdir=$upper/files,workdir=$upper/work" container "$new$1" 2>/dev/null || fill "$1"
}
fill() {
    for entry in "$1"/* "$1"/.[!.]*; do
        entry=/${entry#/}
        entry=/${entry#/}
        if [ -L "$entry" ]; then
            ln -s "$(readlink "$entry")" "$new$entry"
        elif [ -d "$entry" ]; then
            mkdir -p "$new$entry"
            opened "$entry" || mount --rbind "$entry" "$new$entry"
        elif [ -e "$entry" ]; then
            : > "$new$entry"
            mount --bind "$entry" "$new$entry"
        fi
    done
}

fill ""
while read -r path; do
    # What an overlay above has opened already needs nothing more.
    if ! mountpoint -q "$new$path" && [ -z "$(ls -A "$new$path")" ]; then open_up "$path"; fi
done < "$folder/open"

tab=$(printf '\t')
while IFS=$tab read -r mode kind source target; do
    if [ "$kind" = dir ]; then
        mkdir -p "$new$target"
    else
        mkdir -p "$(dirname "$new$target")"
        [ -e "$new$target" ] || : > "$new$target"
    fi
    mount --bind "$source" "$new$target"
    if [ "$mode" = ro ]; then mount -o remount,ro,bind "$new$target"; fi
done < "$folder/mounts"

exec chroot "$new" env -C "$directory" setpriv --no-new-privs --bounding-set=-all --inh-caps=-all --ambient-caps=-all -- "$@"
