import { type ListPage, MAX_LIMIT } from '../../api/contract/list.ts'
import type { Tag } from '../../api/contract/tags.ts'

type ListTags = (
  input: { query: { page: number; limit: number } },
  options: { signal: AbortSignal },
) => Promise<ListPage<Tag>>

/** A tag as a row of a list. */
export const tagRow = (tag: Tag) => ({ ...tag, id: tag.tagId })
export type TagRow = ReturnType<typeof tagRow>

/** Finds a tag by its id, for which there is no call of its own: page by page. Rejects where there is none. */
export async function findTag(list: ListTags, id: string, signal: AbortSignal): Promise<TagRow> {
  for (let page = 1, isMore = true; isMore; page++) {
    const { data, pagination } = await list({ query: { page, limit: MAX_LIMIT } }, { signal })
    const found = data.find(({ tagId }) => tagId === id)
    if (found) return tagRow(found)
    isMore = pagination.hasNextPage
  }
  throw new Error(`There is no tag ${id}`)
}
