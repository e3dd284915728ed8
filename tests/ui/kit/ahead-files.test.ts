import { expect, test } from 'vitest'
import { type AheadFiles, aheadOf, fetchFiles } from '../../../src/ui/kit/ahead-files.ts'

const LIST: AheadFiles = {
  files: [
    '/assets/Menu-1.js',
    '/assets/Menu-1.css',
    '/assets/palette-en.js',
    '/assets/palette-de.js',
    '/assets/Tags-1.js',
  ],
  pages: [
    { path: '/assets', files: [0, 1], words: { en: [2], de: [3] } },
    { path: '/assets/[^/]+', files: [0, 4], words: {} },
  ],
}
const task = (path: string, known: string[] = []) => ({ path, language: 'de', known })

/** A server that has the list and these files; every other is out of reach. */
function server(has: readonly string[], says = 200) {
  const read: string[] = []
  const ask = (async (path: string) => {
    if (path === '/ahead-files.json') return Response.json(LIST)
    if (!has.includes(path)) throw new TypeError('Failed to fetch')
    const answer = new Response('text', { status: says })
    return Object.assign(answer, {
      arrayBuffer: async () => {
        read.push(path)
        return new ArrayBuffer(0)
      },
    })
  }) as typeof fetch
  return { read, ask }
}

test('a page has its own files ahead, and sentences of one language, without what is there', () => {
  expect(aheadOf(LIST, task('/assets'))).toEqual(['/assets/Menu-1.js', '/assets/Menu-1.css', '/assets/palette-de.js'])
  expect(aheadOf(LIST, task('/assets/7/', ['/assets/Menu-1.js']))).toEqual(['/assets/Tags-1.js'])
  expect(aheadOf(LIST, task('/of-nobody'))).toEqual([])
})

test('every file is read to its end, or the browser would not keep it', async () => {
  const { read, ask } = server(LIST.files)
  const came = await fetchFiles(task('/assets'), ask)
  expect([came, read]).toEqual([aheadOf(LIST, task('/assets')), came])
})

test('what is out of reach, or is answered with a fault, is not taken for there', async () => {
  expect(await fetchFiles(task('/assets'), server(['/assets/Menu-1.js']).ask)).toEqual(['/assets/Menu-1.js'])
  expect(await fetchFiles(task('/assets'), server(LIST.files, 404).ask)).toEqual([])
  expect(await fetchFiles(task('/assets'), async () => Promise.reject(new TypeError()))).toEqual([])
  // A server of development answers with its page.
  expect(await fetchFiles(task('/assets'), async () => new Response('<!doctype html>'))).toEqual([])
})
