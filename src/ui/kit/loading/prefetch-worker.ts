import { type PrefetchTask, prefetchFiles } from './prefetch-files.ts'

/** Prefetches files in a worker, which keeps a hundred responses off the main thread. */
self.addEventListener('message', async ({ data }: MessageEvent<PrefetchTask>) =>
  self.postMessage(await prefetchFiles(data)),
)
