import { expect, test } from 'vitest'
import type { Tag } from '../../../src/api/contract/tags.ts'
import { findTag } from '../../../src/ui/tags/find-tag.ts'

const tag = (tagId: string): Tag => ({ tagId, name: `Tag ${tagId}`, color: 'olive', assetCount: 0 })
const pages = [[tag('a'), tag('b')], [tag('c')]]
const { signal } = new AbortController()

/** Stubs an API that has the tags in {@link pages}, and records the requested pages. */
function listTags() {
  const requestedPages: number[] = []
  const list = async ({ query: { page, limit } }: { query: { page: number; limit: number } }) => {
    requestedPages.push(page)
    const hasNextPage = page < pages.length
    return { data: pages[page - 1]!, pagination: { page, limit, totalPages: 2, totalDocs: 3, hasNextPage } }
  }
  return { requestedPages, list }
}

test('finds a tag on any page and requests no further page', async () => {
  const { requestedPages, list } = listTags()
  expect(await findTag(list, 'b', signal)).toEqual({ ...tag('b'), id: 'b' })
  expect(await findTag(list, 'c', signal)).toEqual({ ...tag('c'), id: 'c' })
  expect(requestedPages).toEqual([1, 1, 2])
})

test('rejects for a deleted tag', async () => {
  await expect(findTag(listTags().list, 'x', signal)).rejects.toThrow('There is no tag x')
})
