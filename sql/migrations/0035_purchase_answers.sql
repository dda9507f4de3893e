-- What was bought is kept as it was written: jsonb would put its parts in another order, and a repeat would read differently.
alter table purchases alter column answer type json using answer::json;
