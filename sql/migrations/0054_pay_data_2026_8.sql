-- Titles that differ in the order of their words only are one role now, and the tables of pay changed: an emptied table is
-- loaded again, as in 0044. Reports of the other spelling count for the role that is left.
do $$
begin
  if to_regclass('intelligence_data') is not null then
    truncate intelligence_data;
  end if;
end $$;

update pay_submissions set role = present
from (values
  ('analyst-application-development', 'application-development-analyst'),
  ('analyst-business-intelligence', 'business-intelligence-analyst'),
  ('animal-care-giver', 'animal-caregiver'),
  ('application-software-developer', 'software-developer-applications'),
  ('application-software-engineer', 'software-applications-engineer'),
  ('assistant-clinical-professor', 'assistant-professor-clinical'),
  ('associate-investment-banking', 'investment-banking-associate'),
  ('associate-investments', 'investment-associate'),
  ('automation-qa-engineer', 'qa-automation-engineer'),
  ('automation-test-engineer', 'test-automation-engineer'),
  ('bilingual-elementary-teacher', 'elementary-bilingual-teacher'),
  ('bus-driver-school', 'school-bus-driver'),
  ('business-intelligence-manager', 'manager-business-intelligence'),
  ('carpenter-helper', 'helper-carpenter'),
  ('collection-specialist', 'collections-specialist'),
  ('consultant-software-engineer', 'software-engineer-consultant'),
  ('development-manager', 'manager-development'),
  ('devops-cloud-engineer', 'cloud-devops-engineer'),
  ('dispensing-optician', 'optician-dispensing'),
  ('electronics-design-engineer', 'electronic-design-engineer'),
  ('elementary-school-special-education-teacher', 'special-education-teacher-elementary-school'),
  ('elementary-teacher', 'teacher-elementary'),
  ('engineer-devops', 'devops-engineer'),
  ('engineer-mechanical', 'mechanical-engineer'),
  ('engineer-software', 'software-engineer'),
  ('engineering-director', 'director-engineering'),
  ('fast-food-cook', 'cook-fast-food'),
  ('full-stack-dotnet-developer', 'dotnet-full-stack-developer'),
  ('full-stack-java-developer', 'java-full-stack-developer'),
  ('general-pediatrician', 'pediatrician-general'),
  ('instrumentation-and-control-technician', 'instrumentation-and-controls-technician'),
  ('machine-learning-software-engineer', 'software-engineer-machine-learning'),
  ('manager-accounting', 'accounting-manager'),
  ('manager-application-development', 'application-development-manager'),
  ('manager-regulatory-affairs', 'regulatory-affairs-manager'),
  ('middle-school-special-education-teacher', 'special-education-teacher-middle-school'),
  ('oil-and-gas-roustabout', 'roustabout-oil-and-gas'),
  ('physician-family-medicine', 'family-medicine-physician'),
  ('program-manager-technical', 'technical-program-manager'),
  ('roofer-helper', 'helper-roofer'),
  ('scientist-bioinformatics', 'bioinformatics-scientist'),
  ('short-order-cook', 'cook-short-order'),
  ('software-application-developer', 'software-developer-applications'),
  ('software-developer-engineer', 'software-engineer-developer'),
  ('software-developer-java', 'java-software-developer'),
  ('software-development-director', 'director-software-development'),
  ('software-development-test-engineer', 'software-development-engineer-test'),
  ('software-engineer-applications', 'software-applications-engineer'),
  ('software-engineer-data', 'software-data-engineer'),
  ('software-engineer-front-end', 'front-end-software-engineer'),
  ('software-engineer-quality', 'software-quality-engineer'),
  ('software-systems-engineer', 'systems-software-engineer'),
  ('specialist-software-engineer', 'software-engineer-specialist'),
  ('wood-patternmaker', 'patternmaker-wood')
) as renamed (former, present)
where role = former;
