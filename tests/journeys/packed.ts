import { test as base } from '@playwright/test'
import { buildClient } from '../../server/build-client.ts'
import { type PackedViewer, packViewer } from '../support/packed-viewer.ts'
import { skipUndrawn } from './sampled.ts'

export { expect, type Page } from '@playwright/test'
export type { PackedViewer } from '../support/packed-viewer.ts'

/** What the React component leaves to the page. */
export const PEERS = ['react', 'react-dom', 'three', '@react-three/fiber']

/** A journey with the viewer as it is handed out, packed once for all projects that take it. */
export const test = base.extend<{ skipUndrawn: undefined }, { packed: PackedViewer }>({
  skipUndrawn: [...skipUndrawn],
  packed: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures wanted from this pattern
    async ({}, use) => {
      await buildClient(process.cwd())
      const packed = await packViewer()
      await use(packed)
      packed.remove()
    },
    { scope: 'worker', timeout: 120_000 },
  ],
})
