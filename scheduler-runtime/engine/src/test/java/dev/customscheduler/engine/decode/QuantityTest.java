package dev.customscheduler.engine.decode;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class QuantityTest {

    @ParameterizedTest
    @CsvSource({
        "1, 1, 1000",
        "0, 0, 0",
        "100m, 1, 100",
        "1.5, 2, 1500",
        "64Mi, 67108864, 67108864000",
        "2G, 2000000000, 2000000000000",
        "16e9, 16000000000, 16000000000000",
        "1E, 1000000000000000000, 9223372036854775807",
        "5u, 1, 1",
        "-1500m, -2, -1500"
    })
    void isReadAsKubernetesReadsIt(String text, long units, long thousandths) {
        assertThat(Quantity.units(text)).isEqualTo(units);
        assertThat(Quantity.thousandths(text)).isEqualTo(thousandths);
    }

    @Test
    void whatIsNoQuantityIsRefused() {
        for (String text : new String[] {"", "abc", "1Q", "1.2.3", "--1"}) {
            assertThatThrownBy(() -> Quantity.units(text)).isInstanceOf(NumberFormatException.class);
        }
    }
}
