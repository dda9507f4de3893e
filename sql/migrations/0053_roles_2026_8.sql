-- Titles that are an abbreviation, a level or another order of a role's words are that role now: reports of the other
-- spelling count for the role that is left.

update pay_submissions set role = present
from (values
  ('alterations-expert', 'tailor-dressmaker-and-custom-sewer'),
  ('analyst-data-analytics', 'data-analytics-analyst'),
  ('architectural-staff', 'architect'),
  ('associate-consultant', 'computer-occupations-all-other'),
  ('beach-expert', 'travel-agent'),
  ('business-intelligence-consultant', 'bi-consultant'),
  ('computer-technician', 'computer-tech'),
  ('critical-care-nurse-practitioner', 'nurse-practitioner'),
  ('development-associate', 'fundraiser'),
  ('development-expert', 'software-developer'),
  ('director-cloud-engineering', 'software-engineer'),
  ('director-software-engineer', 'software-engineer'),
  ('directory-assistance-operator', '411-directory-assistance-operator'),
  ('electrical-apprentice', 'helper-electrician'),
  ('electrician-apprentice', 'helper-electrician'),
  ('embalmer-apprentice', 'funeral-attendant'),
  ('expert-software-engineer', 'software-engineer'),
  ('food-science-tech', 'food-science-technician'),
  ('information-technology-project-manager', 'it-project-manager'),
  ('intermediate-designer', 'architect'),
  ('operations-engineer', 'logistician'),
  ('princ-engr-software-devt', 'software-engineer'),
  ('qa-technician', 'qa-tech'),
  ('qc-chemist', 'quality-control-chemist'),
  ('quality-assurance-automation-engineer', 'qa-automation-engineer'),
  ('quality-assurance-test-engineer', 'qa-test-engineer'),
  ('software-associate', 'software-developer'),
  ('software-developer-engineer', 'software-dev-engineer'),
  ('software-engineer-developer', 'software-dev-engineer'),
  ('software-engineer-principal', 'software-engineer'),
  ('software-engineer-qa', 'software-quality-assurance-engineer'),
  ('software-engineer-staff', 'software-engineer'),
  ('software-qa-analyst', 'software-quality-assurance-analyst'),
  ('software-qa-analyst-and-tester', 'software-quality-assurance-analyst-and-tester'),
  ('staff-professional', 'civil-engineer'),
  ('technical-project', 'it-project-manager'),
  ('technology-specialist', 'software-developer')
) as renamed (former, present)
where role = former;

-- An emptied table said nothing of what was in use: the newest import is, as it was before.
insert into pay_in_use (import_id, edition)
select (select id from pay_imports order by imported_at desc, id desc limit 1),
  (select digest from pay_editions order by served_at desc, digest limit 1)
where not exists (select 1 from pay_in_use) and exists (select 1 from pay_imports) and exists (select 1 from pay_editions);
