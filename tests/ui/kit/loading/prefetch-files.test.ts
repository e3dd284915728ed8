import { expect, test } from 'vitest'
import {
  listFilesToPrefetch,
  type PrefetchManifest,
  prefetchFiles,
} from '../../../../src/ui/kit/loading/prefetch-files.ts'

const MANIFEST: PrefetchManifest = {
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

/** Fake server with the manifest and the given files. Requests for other files fail. */
function createStubServer(paths: readonly string[], status = 200) {
  const readPaths: string[] = []
  const fetchFile = (async (path: string) => {
    if (path === '/ahead-files.json') return Response.json(MANIFEST)
    if (!paths.includes(path)) throw new TypeError('Failed to fetch')
    const response = new Response('text', { status })
    return Object.assign(response, {
      arrayBuffer: async () => {
        readPaths.push(path)
        return new ArrayBuffer(0)
      },
    })
  }) as typeof fetch
  return { readPaths, fetchFile }
}

test('returns the files of a page and its messages in one language, except files already fetched', () => {
  expect(listFilesToPrefetch(MANIFEST, task('/assets'))).toEqual([
    '/assets/Menu-1.js',
    '/assets/Menu-1.css',
    '/assets/palette-de.js',
  ])
  expect(listFilesToPrefetch(MANIFEST, task('/assets/7/', ['/assets/Menu-1.js']))).toEqual(['/assets/Tags-1.js'])
  expect(listFilesToPrefetch(MANIFEST, task('/of-nobody'))).toEqual([])
})

test('reads every file to its end, so that the browser caches the file', async () => {
  const { readPaths, fetchFile } = createStubServer(MANIFEST.files)
  const fetched = await prefetchFiles(task('/assets'), fetchFile)
  expect([fetched, readPaths]).toEqual([listFilesToPrefetch(MANIFEST, task('/assets')), fetched])
})

test('returns only the fetched files, without unreachable files and error responses', async () => {
  expect(await prefetchFiles(task('/assets'), createStubServer(['/assets/Menu-1.js']).fetchFile)).toEqual([
    '/assets/Menu-1.js',
  ])
  expect(await prefetchFiles(task('/assets'), createStubServer(MANIFEST.files, 404).fetchFile)).toEqual([])
  expect(await prefetchFiles(task('/assets'), async () => Promise.reject(new TypeError()))).toEqual([])
  // The development server has no manifest and responds with its HTML page.
  expect(await prefetchFiles(task('/assets'), async () => new Response('<!doctype html>'))).toEqual([])
})
