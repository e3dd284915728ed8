import { type PrefetchTask, prefetchFiles } from './prefetch-files.ts'

/** Prefetches files in a worker, so that about a hundred responses do not occupy the main thread. */
self.addEventListener('message', async ({ data }: MessageEvent<PrefetchTask>) =>
  self.postMessage(await prefetchFiles(data)),
)
