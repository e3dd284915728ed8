import { expect, test } from 'vitest'
import type { Tag } from '../../../src/api/contract/tags.ts'
import { findTag } from '../../../src/ui/tags/find-tag.ts'

const tag = (tagId: string): Tag => ({ tagId, name: `Tag ${tagId}`, color: 'olive', assetCount: 0 })
const pages = [[tag('a'), tag('b')], [tag('c')]]
const { signal } = new AbortController()

/** A list of tags over {@link pages} that keeps which of them were asked for. */
function listTags() {
  const asked: number[] = []
  const list = async ({ query: { page, limit } }: { query: { page: number; limit: number } }) => {
    asked.push(page)
    const hasNextPage = page < pages.length
    return { data: pages[page - 1]!, pagination: { page, limit, totalPages: 2, totalDocs: 3, hasNextPage } }
  }
  return { asked, list }
}

test('a tag is found on whatever page it is, and no further page is asked for', async () => {
  const { asked, list } = listTags()
  expect(await findTag(list, 'b', signal)).toEqual({ ...tag('b'), id: 'b' })
  expect(await findTag(list, 'c', signal)).toEqual({ ...tag('c'), id: 'c' })
  expect(asked).toEqual([1, 1, 2])
})

test('a tag that is gone is told', async () => {
  await expect(findTag(listTags().list, 'x', signal)).rejects.toThrow('There is no tag x')
})
