import type { Client } from '../../api/contract/client.ts'
import type { contract } from '../../api/contract/index.ts'
import { findTag, tagRow } from '../tags/find-tag.ts'
import type { AssetSources } from './asset-filters.tsx'

/** Where the filters of the asset list look, as far as `reads` says that the person may. */
export const assetSources = (
  { applications, tags }: Pick<Client<typeof contract>, 'applications' | 'tags'>,
  reads: Readonly<Record<keyof AssetSources, boolean>>,
): AssetSources => ({
  applications: reads.applications
    ? {
        list: (query, signal) => applications.list({ query }, { signal }),
        get: ({ id }, signal) => applications.get({ id }, { signal }),
      }
    : null,
  tags: reads.tags
    ? {
        list: async (query, signal) => ({ data: (await tags.list({ query }, { signal })).data.map(tagRow) }),
        get: ({ id }, signal) => findTag(tags.list, id, signal),
      }
    : null,
})
