import { iconJobKind } from '../assets/icon-job.ts'
import { mergeTagsJobKind } from '../assets/merge-tags-job.ts'
import { purgeTrashJobKind } from '../assets/purge-trash-job.ts'
import { turntableJobKind } from '../assets/turntable-job.ts'
import { mailJobKind } from '../auth/mail-job.ts'
import { carryCagesJobKind } from '../fitting/carry-cages-job.ts'
import { morphJobKind } from '../fitting/morph-job.ts'
import type { JobKind } from '../jobs/job.ts'
import type { JobDependencies } from '../jobs/job-dependencies.ts'
import type { Payloads } from '../jobs/payloads.ts'
import { optimiseJobKind } from '../optimise/optimise-job.ts'
import { importJobKind } from '../transfer/import-job.ts'

export const createJobKinds = (deps: JobDependencies): { readonly [K in keyof Payloads]: JobKind<Payloads[K]> } => ({
  icon: iconJobKind(deps),
  turntable: turntableJobKind(deps),
  import: importJobKind(deps),
  morph: morphJobKind(deps),
  cages: carryCagesJobKind(deps),
  optimise: optimiseJobKind(deps),
  purge: purgeTrashJobKind(deps),
  merge: mergeTagsJobKind(deps),
  mail: mailJobKind(deps),
})
