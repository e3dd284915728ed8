import { test as base } from '@playwright/test'
import { buildClient } from '../../server/boot/build-client.ts'
import { type PackedViewer, packViewer } from '../support/packed-viewer.ts'
import { skipUnsampled } from './sampled.ts'

export { expect, type Page } from '@playwright/test'
export type { PackedViewer } from '../support/packed-viewer.ts'

export const PEER_PACKAGES = ['react', 'react-dom', 'three', '@react-three/fiber']

/** Test with the viewer package as published. The package is built once per worker, for all sample apps that install it. */
export const test = base.extend<{ skipUndrawn: undefined }, { packed: PackedViewer }>({
  skipUndrawn: [...skipUnsampled],
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
