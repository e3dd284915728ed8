import { test as base } from '@playwright/test'
import { buildClient } from '../../server/boot/build-client.ts'
import { type PackedViewer, packViewer } from '../support/packed-viewer.ts'
import { skipUnsampled } from './sampled.ts'

export { expect, type Page } from '@playwright/test'
export type { PackedViewer } from '../support/packed-viewer.ts'

export const PEER_PACKAGES = ['react', 'react-dom', 'three', '@react-three/fiber']

/** Playwright's test with the viewer package as published. Each worker builds the package once, for all sample apps. */
export const test = base.extend<{ skipUnsampledTests: undefined }, { packed: PackedViewer }>({
  skipUnsampledTests: [...skipUnsampled],
  packed: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the needed fixtures from this pattern
    async ({}, use) => {
      await buildClient(process.cwd())
      const packed = await packViewer()
      await use(packed)
      packed.remove()
    },
    { scope: 'worker', timeout: 120_000 },
  ],
})
