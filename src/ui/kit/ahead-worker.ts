import { type AheadTask, fetchFiles } from './ahead-files.ts'

/** The worker that fetches ahead: a hundred answers are none of the page's own thread's business. */
self.addEventListener('message', async ({ data }: MessageEvent<AheadTask>) => self.postMessage(await fetchFiles(data)))
