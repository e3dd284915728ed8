/**
 * Kinds of jobs. `turntable` renders a model from all sides. `purge` deletes assets whose time in the trash is over. `merge`
 * replaces a tag by another. `mail` sends one e-mail.
 */
export const JOB_KINDS = [
  'icon',
  'turntable',
  'import',
  'morph',
  'cages',
  'optimise',
  'purge',
  'merge',
  'mail',
] as const
export type JobKindName = (typeof JOB_KINDS)[number]

/** Topic of an e-mail: the purpose of its code or link, or what it reports. */
export const MAIL_TOPICS = ['login', 'verify', 'reset', 'prove', 'changes'] as const
export type MailTopic = (typeof MAIL_TOPICS)[number]

/** Status of a job. A cancelled job is `failed`, and its `error` is that it was cancelled. */
export const JOB_STATUSES = ['queued', 'running', 'done', 'failed'] as const
export type JobStatus = (typeof JOB_STATUSES)[number]
