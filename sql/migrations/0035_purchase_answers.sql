-- Stores purchase results as json: jsonb would reorder the fields, and repeated responses would differ.
alter table purchases alter column answer type json using answer::json;
