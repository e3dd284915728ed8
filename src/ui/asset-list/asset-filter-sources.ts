import type { Client } from '../../api/contract/client.ts'
import type { contract } from '../../api/contract/index.ts'
import { findTag, toTagRow } from '../tags/find-tag.ts'
import type { AssetFilterSources } from './asset-filters.tsx'

/** Creates the sources of the asset list's filters. `reads` names the sources that the user is allowed to read. */
export const createAssetFilterSources = (
  { applications, tags }: Pick<Client<typeof contract>, 'applications' | 'tags'>,
  reads: Readonly<Record<keyof AssetFilterSources, boolean>>,
): AssetFilterSources => ({
  applications: reads.applications
    ? {
        list: (query, signal) => applications.list({ query }, { signal }),
        get: ({ id }, signal) => applications.get({ id }, { signal }),
      }
    : null,
  tags: reads.tags
    ? {
        list: async (query, signal) => ({ data: (await tags.list({ query }, { signal })).data.map(toTagRow) }),
        get: ({ id }, signal) => findTag(tags.list, id, signal),
      }
    : null,
})
