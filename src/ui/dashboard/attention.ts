import type { Asset } from '../../api/contract/assets.ts'
import type { Job } from '../../api/contract/jobs.ts'
import type { ListPage } from '../../api/contract/list.ts'
import type { KeptDrafts } from '../form/kept-drafts.ts'

/** What waits: how much of it, and the names of the newest, each once. */
export interface Waiting {
  total: number
  names: readonly string[]
}

/** Jobs that wait for somebody, by what they are about; `nameOf` says what a job is about that has no asset. */
export const waitingJobs = ({ data, pagination }: ListPage<Job>, nameOf: (job: Job) => string): Waiting => ({
  total: pagination.totalDocs,
  names: [...new Set(data.map((job) => job.asset?.name ?? nameOf(job)))],
})

/** Assets that wait for somebody. */
export const waitingAssets = ({ data, pagination }: ListPage<Asset>): Waiting => ({
  total: pagination.totalDocs,
  names: data.map(({ name }) => name),
})

/** Where a draft is gone on with: the new asset first, then the asset whose change was begun. */
export const draftPlace = ({ hasNew, queued, assets }: KeptDrafts) =>
  hasNew || queued > 0 || assets[0] === undefined
    ? ({ to: '/assets/new' } as const)
    : ({ to: '/assets/$id', params: { id: assets[0] } } as const)
