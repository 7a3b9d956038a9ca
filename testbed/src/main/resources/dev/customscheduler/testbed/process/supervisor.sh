# Ends what a test bed left behind. Reads what there is from standard input, a line each, until the test bed closes the pipe or dies:
#   group ID     a process group              ended ID    its leader is gone; so shall the rest of it be
#   netns NAME   a network namespace          link NAME   a network interface
#   mount PATH   a mount point                folder PATH a folder
# $1 is the mark that every process of the test bed carries in its environment, which also finds those that no line announced.
mark=$1
groups= netns= links= mounts= folders=

marked() {
    grep -lzsxF -- "$mark" /proc/[0-9]*/environ 2>/dev/null | cut -d/ -f3
}
signal() {
    for group in $groups; do kill "-$1" -- "-$group" 2>/dev/null; done
    for pid in $(marked); do kill "-$1" "$pid" 2>/dev/null; done
}
alive() {
    for group in $groups; do kill -0 -- "-$group" 2>/dev/null && return 0; done
    [ -n "$(marked)" ]
}
without() {
    kept=
    for one in $1; do [ "$one" = "$2" ] || kept="$kept $one"; done
    echo "$kept"
}

while read -r what name; do
    case $what in
    group) groups="$groups $name" ;;
    ended)
        kill -KILL -- "-$name" 2>/dev/null
        groups=$(without "$groups" "$name")
        ;;
    netns) netns="$netns $name" ;;
    link) links="$links $name" ;;
    mount) mounts="$name $mounts" ;;
    folder) folders="$folders $name" ;;
    no-netns) netns=$(without "$netns" "$name") ;;
    esac
done

signal TERM
tries=50
while alive && [ $tries -gt 0 ]; do
    sleep 0.1
    tries=$((tries - 1))
done
signal KILL
tries=50
while alive && [ $tries -gt 0 ]; do
    sleep 0.1
    tries=$((tries - 1))
done
for one in $netns; do ip netns del "$one" 2>/dev/null; done
for one in $links; do ip link del "$one" 2>/dev/null; done
for one in $mounts; do umount -l "$one" 2>/dev/null; done
for one in $folders; do rm -rf --one-file-system "$one"; done
exit 0
