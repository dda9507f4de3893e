// The MCP prompts: common tasks of a job search, step by step.
import { skillOf, type TextPrompt } from '../prompt.ts'
import { completeContact, completeJob } from './resources.ts'

const CAREFUL =
  'Change nothing that I have not agreed to, log only what happened, and tell me what you could not do without a permission.'

export const PIPELINE_PROMPTS: readonly TextPrompt[] = [
  {
    name: 'weekly_review',
    title: 'Weekly review',
    description: 'How the week went, what needs attention, and a plan for next week.',
    text: () =>
      `Review my job search of the last seven days. Call get_pipeline, list_changes, list_activities with from "-7d" and list_events with to "+7d". Tell me in a few lines what moved, what went quiet and what is coming; then propose at most five things for next week, each with its reason. Ask which of them to put into the calendar, and add those with add_event. ${CAREFUL}`,
  },
  {
    name: 'interview_prep',
    title: 'Prepare for an interview',
    description: 'Everything known about a job, likely questions, and questions to ask.',
    arguments: [
      {
        name: 'job',
        description: 'The job: its company, or its id.',
        required: true,
        complete: completeJob,
      },
    ],
    text: ({ job }) =>
      `I have an interview for the job ${job}. Call get_job for it, and get_contact for whoever I will meet, its hiring manager and recruiter first: it lists those there who are not linked to the job too. From that alone, and saying where it is thin: what they look for, my history with them, ten likely questions with what of mine to answer them by, five questions to ask, and what to clear up before. Then offer to save a summary into the job's notes with update_job, keeping what stands there. ${CAREFUL}`,
  },
  {
    name: 'follow_ups',
    title: 'Write the follow-ups that are due',
    description: 'Whom to write to, with a draft for each, logged once it is sent.',
    arguments: [
      {
        name: 'contact',
        description: 'Only this person, by name.',
        required: false,
        complete: completeContact,
      },
    ],
    text: ({ contact }) =>
      `Help me with my follow-ups${contact ? ` to ${contact}` : ''}. Call list_suggestions${contact ? ` and get_contact for ${contact}` : ''}, and get_job for each job concerned. Draft a short message for each, in my voice and with something only I would know from the history. When I say that one is sent, record it with log_activity; when I want to wait, plan it with add_event of type follow-up. ${CAREFUL}`,
  },
  {
    name: 'triage',
    title: 'Triage the pipeline',
    description: 'Decide on every stalled job: follow up, wait, or withdraw.',
    text: () =>
      `Triage my pipeline. Call get_pipeline and list_suggestions, then search_jobs with status open for those that they do not mention. Sort them into: act now, follow up on a date, let go; one line each with the reason. When I agree, move jobs with update_job_status, plan follow-ups with add_event of type follow-up, and put the rest off with snooze_suggestion. ${CAREFUL}`,
  },
]

export const PIPELINE_SKILLS = PIPELINE_PROMPTS.map(skillOf)
