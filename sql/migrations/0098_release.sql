-- Which version of crm applied a migration, so that an older one can say who wrote a database it does not know.
-- Null: applied before versions were kept.

alter table schema_migrations add column if not exists version text;
