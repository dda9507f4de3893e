-- Wordings of common titles, and a role that was a level of another one, changed: an empty table triggers a reload, as in 0040.
truncate intelligence_data;

-- Reports of a technical lead count for the role it is a level of (core/intelligence/catalog/former-roles.ts).
update pay_submissions set role = 'software-engineer' where role = 'technical-lead';
