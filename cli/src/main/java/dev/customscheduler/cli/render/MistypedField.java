package dev.customscheduler.cli.render;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonMappingException;

/** Where in a resource a value of the wrong type stands. */
final class MistypedField {
    private MistypedField() {}

    /** The path from the resource's root, empty when Jackson does not know. */
    static String path(JsonProcessingException failure) {
        if (!(failure instanceof JsonMappingException mapping)) {
            return "";
        }
        StringBuilder path = new StringBuilder();
        for (JsonMappingException.Reference part : mapping.getPath()) {
            if (part.getFieldName() == null) {
                path.append('[').append(part.getIndex()).append(']');
            } else {
                path.append(path.isEmpty() ? "" : ".").append(part.getFieldName());
            }
        }
        return path.toString();
    }
}
