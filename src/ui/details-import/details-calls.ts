import type { Asset, assets } from '../../api/contract/assets.ts'
import type { Client } from '../../api/contract/client.ts'
import type { Input } from '../../api/contract/endpoint.ts'
import { ignorePermanentRejection } from '../../api/contract/errors.ts'
import type { contract } from '../../api/contract/index.ts'
import { MAX_LIST_LIMIT } from '../../api/contract/list.ts'
import type { EditableDetails, NamedChoice } from '../../machines/bulk/bulk-edit-plan.ts'
import { fetchAllPages } from '../use-all-pages.ts'

/** API calls of a details import. All reject with `ApiError`. */
export interface DetailsCalls {
  /**
   * Finds the assets in `ids` and `names` that the user is allowed to change. May return other assets too. `onShare` receives the
   * progress from 0 to 1.
   */
  find: (
    lookup: AssetIdsAndNames,
    options: { signal: AbortSignal; onShare: (share: number) => void },
  ) => Promise<Asset[]>
  tags: (signal: AbortSignal) => Promise<NamedChoice[]>
  applications: (signal: AbortSignal) => Promise<NamedChoice[]>
  /** Changes an asset, unless the asset has changed since `version`. */
  change: (id: string, details: Partial<EditableDetails>, version: string) => Promise<Asset>
}

export interface AssetIdsAndNames {
  readonly ids: ReadonlySet<string>
  readonly names: ReadonlySet<string>
}

/**
 * Maximum number of pages for listing all assets. More pages are listed only if one request per asset would be even more
 * requests.
 */
const MAX_SCANNED_PAGES = 10

const MAX_PARALLEL_LOOKUPS = 6

/** Creates the API calls of an import. Tags or applications that the user is not allowed to read give an empty list. */
export function createDetailsCalls(
  api: Pick<Client<typeof contract>, 'assets' | 'tags' | 'applications'>,
  canRead: { tags: boolean; applications: boolean },
): DetailsCalls {
  const page = (query: Input<typeof assets.editable>['query'], signal: AbortSignal) =>
    api.assets.editable({ query: { limit: MAX_LIST_LIMIT, order: 'createdAt', ...query } }, { signal })
  const byId = (id: string, signal: AbortSignal) =>
    // A missing asset or an invalid id gives none.
    api.assets.get({ id }, { signal }).then(
      (asset): Asset[] => [asset],
      (error) => ignorePermanentRejection(error) ?? [],
    )
  // The search also finds longer names, so an exact name may be on a later page.
  const byName = async (name: string, signal: AbortSignal) => {
    const matches = await fetchAllPages(({ query }) => page({ search: name, page: query.page }, signal), signal)
    return matches.filter((asset) => asset.name === name)
  }
  return {
    async find({ ids, names }, { signal, onShare }) {
      const firstPage = await page({}, signal)
      const { totalPages } = firstPage.pagination
      const matches = [...firstPage.data]
      if (totalPages <= Math.max(MAX_SCANNED_PAGES, ids.size + names.size)) {
        for (let at = 2; at <= totalPages; at++) {
          onShare((at - 1) / totalPages)
          matches.push(...(await page({ page: at }, signal)).data)
        }
        return matches
      }
      const lookups = [
        ...[...ids].map((id) => () => byId(id, signal)),
        ...[...names].map((name) => () => byName(name, signal)),
      ]
      const lookupCount = lookups.length
      const runLookups = async () => {
        for (let lookUp = lookups.shift(); lookUp; lookUp = lookups.shift()) {
          matches.push(...(await lookUp()))
          onShare(1 - lookups.length / lookupCount)
        }
      }
      await Promise.all(Array.from({ length: MAX_PARALLEL_LOOKUPS }, runLookups))
      return [...new Map(matches.map((asset) => [asset.id, asset])).values()]
    },
    tags: async (signal) =>
      canRead.tags
        ? (await fetchAllPages(api.tags.list, signal)).map(({ tagId, name }) => ({ id: tagId, names: [name] }))
        : [],
    applications: async (signal) =>
      canRead.applications
        ? (await fetchAllPages(api.applications.list, signal)).map(({ id, name }) => ({ id, names: [name] }))
        : [],
    change: (id, details, version) => api.assets.update({ id, body: details }, { ifMatch: version }),
  }
}
