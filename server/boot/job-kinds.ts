import { createIconJobKind } from '../assets/icon-job.ts'
import { createMergeTagsJobKind } from '../assets/merge-tags-job.ts'
import { createPurgeTrashJobKind } from '../assets/purge-trash.ts'
import { createTurntableJobKind } from '../assets/turntable-job.ts'
import { createMailJobKind } from '../auth/mail-job.ts'
import { createCarryCagesJobKind } from '../fitting/carry-cages-job.ts'
import { createMorphJobKind } from '../fitting/morph-job.ts'
import type { JobKind } from '../jobs/job.ts'
import type { JobDependencies } from '../jobs/job-dependencies.ts'
import type { JobPayloads } from '../jobs/job-payloads.ts'
import { createOptimiseJobKind } from '../optimise/optimise-job.ts'
import { createImportJobKind } from '../transfer/import-job.ts'

export const createJobKinds = (
  deps: JobDependencies,
): { readonly [K in keyof JobPayloads]: JobKind<JobPayloads[K]> } => ({
  icon: createIconJobKind(deps),
  turntable: createTurntableJobKind(deps),
  import: createImportJobKind(deps),
  morph: createMorphJobKind(deps),
  cages: createCarryCagesJobKind(deps),
  optimise: createOptimiseJobKind(deps),
  purge: createPurgeTrashJobKind(deps),
  merge: createMergeTagsJobKind(deps),
  mail: createMailJobKind(deps),
})
