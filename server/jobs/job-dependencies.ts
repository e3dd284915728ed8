import type { Deps } from '../boot/deps.ts'

/** Dependencies of the job implementations: only what a worker process has. */
export type JobDependencies = Pick<
  Deps,
  'db' | 'now' | 'files' | 'log' | 'renderIcon' | 'geometry' | 'optimiseModel' | 'mailer' | 'publicUrl' | 'passwords'
>
