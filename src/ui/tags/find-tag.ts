import { type ListPage, MAX_LIST_LIMIT } from '../../api/contract/list.ts'
import type { Tag } from '../../api/contract/tags.ts'

type ListTags = (
  input: { query: { page: number; limit: number } },
  options: { signal: AbortSignal },
) => Promise<ListPage<Tag>>

export const toTagRow = (tag: Tag) => ({ ...tag, id: tag.tagId })
export type TagRow = ReturnType<typeof toTagRow>

/** Finds a tag by id. Reads page by page, because the API cannot get a single tag. Rejects if the tag does not exist. */
export async function findTag(list: ListTags, id: string, signal: AbortSignal): Promise<TagRow> {
  for (let page = 1, isMore = true; isMore; page++) {
    const { data, pagination } = await list({ query: { page, limit: MAX_LIST_LIMIT } }, { signal })
    const foundTag = data.find(({ tagId }) => tagId === id)
    if (foundTag) return toTagRow(foundTag)
    isMore = pagination.hasNextPage
  }
  throw new Error(`There is no tag ${id}`)
}
