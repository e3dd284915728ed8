import type { Asset } from '../../api/contract/assets.ts'
import type { Job } from '../../api/contract/jobs.ts'
import type { ListPage } from '../../api/contract/list.ts'
import type { StoredDrafts } from '../form/stored-drafts.ts'

/** Pending items of one kind: their total number, and the distinct names of the newest items. */
export interface AttentionSummary {
  total: number
  names: readonly string[]
}

/** Summarises pending jobs by their assets; `nameOf` names a job without an asset. */
export const summarizeJobs = ({ data, pagination }: ListPage<Job>, nameOf: (job: Job) => string): AttentionSummary => ({
  total: pagination.totalDocs,
  names: [...new Set(data.map((job) => job.asset?.name ?? nameOf(job)))],
})

export const summarizeAssets = ({ data, pagination }: ListPage<Asset>): AttentionSummary => ({
  total: pagination.totalDocs,
  names: data.map(({ name }) => name),
})

/** Returns the link to continue a draft. New assets have priority over an asset with unsaved changes. */
export const draftLinkOf = ({ hasNew, queued, assets }: StoredDrafts) =>
  hasNew || queued > 0 || assets[0] === undefined
    ? ({ to: '/assets/new' } as const)
    : ({ to: '/assets/$id', params: { id: assets[0] } } as const)
