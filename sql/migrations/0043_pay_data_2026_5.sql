-- Figures of titles of remainders and other work follow their own offers, and roles that were two spellings of one job
-- are one: an empty table triggers a reload, as in 0040.
truncate intelligence_data;

-- Reports of the other spelling count for the role that is left (core/intelligence/catalog/former-roles.ts).
update pay_submissions set role = present
from (values
  ('applications-programmer', 'application-programmer'),
  ('business-process-consultant', 'business-processes-consultant'),
  ('carpenters-helper', 'carpenter-helper'),
  ('childcare-worker', 'child-care-worker'),
  ('computer-system-analyst', 'computer-systems-analyst'),
  ('computer-system-engineer', 'computer-systems-engineer'),
  ('facility-maintenance-supervisor', 'facilities-maintenance-supervisor'),
  ('fire-fighter', 'firefighter'),
  ('geographic-information-systems-analyst', 'geographic-information-system-analyst'),
  ('human-resource-specialist', 'human-resources-specialist'),
  ('java-fullstack-developer', 'java-full-stack-developer'),
  ('operation-manager', 'operations-manager'),
  ('operation-research-analyst', 'operations-research-analyst'),
  ('oracle-application-developer', 'oracle-applications-developer'),
  ('service-now-developer', 'servicenow-developer'),
  ('software-application-engineer', 'software-applications-engineer'),
  ('software-applications-developer', 'software-application-developer'),
  ('software-developer-application', 'software-developer-applications'),
  ('system-analyst', 'systems-analyst'),
  ('system-software-engineer', 'systems-software-engineer'),
  ('systems-architect', 'system-architect')
) as renamed (former, present)
where role = former;
