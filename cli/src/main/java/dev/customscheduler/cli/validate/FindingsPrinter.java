package dev.customscheduler.cli.validate;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import dev.customscheduler.config.Finding;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.List;

/** Prints findings in the two forms that scripts rely on. */
public final class FindingsPrinter {
    private FindingsPrinter() {}

    /** One line a finding: {@code FILE:LINE: error|warning: PATH: message}. */
    public static void text(PrintWriter out, List<Finding> findings) {
        findings.forEach(out::println);
        out.flush();
    }

    /** {@code {"findings":[{"file","line","severity","path","message"}]}}. */
    public static void json(PrintWriter out, List<Finding> findings) throws IOException {
        try (JsonGenerator json = new JsonFactory().createGenerator(out)) {
            json.disable(JsonGenerator.Feature.AUTO_CLOSE_TARGET);
            json.writeStartObject();
            json.writeArrayFieldStart("findings");
            for (Finding finding : findings) {
                json.writeStartObject();
                json.writeStringField("file", finding.file());
                json.writeNumberField("line", finding.line());
                json.writeStringField("severity", finding.severity().label());
                json.writeStringField("path", finding.path());
                json.writeStringField("message", finding.message());
                json.writeEndObject();
            }
            json.writeEndArray();
            json.writeEndObject();
        }
        out.println();
        out.flush();
    }
}
