import { useEffect, useState } from 'react'
import { type ListPage, MAX_LIMIT } from '../../api/contract/list.ts'
import type { Tag } from '../../api/contract/tags.ts'

type ListTags = (
  input: { query: { page: number; limit: number } },
  options: { signal: AbortSignal },
) => Promise<ListPage<Tag>>

/** The tags by their ids, for names and colours; empty until they are known, and for good where they cannot be had (`null`: may not). */
export function useTags(list: ListTags | null): ReadonlyMap<string, Tag> {
  const [tags, setTags] = useState<ReadonlyMap<string, Tag>>(NO_TAGS)
  useEffect(() => {
    if (!list) return
    const leaving = new AbortController()
    allTags(list, leaving.signal).then(
      (all) => setTags(new Map(all.map((tag) => [tag.tagId, tag]))),
      // The list stands without them: rows show no tags.
      () => {},
    )
    return () => leaving.abort()
  }, [list])
  return tags
}

const NO_TAGS: ReadonlyMap<string, Tag> = new Map()

async function allTags(list: ListTags, signal: AbortSignal): Promise<Tag[]> {
  const all: Tag[] = []
  for (let page = 1, isMore = true; isMore; page++) {
    const { data, pagination } = await list({ query: { page, limit: MAX_LIMIT } }, { signal })
    all.push(...data)
    isMore = pagination.hasNextPage
  }
  return all
}
