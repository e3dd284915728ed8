import { test } from 'vitest'
import { isSampled } from './sampling.ts'

/** Registers a slow test. Soak runs include every such test. Other runs include one in five, depending on the commit. */
export const sampledTest = (name: string, run: () => Promise<void> | void, timeout?: number): void =>
  test.skipIf(!isSampled(name))(name, run, timeout)
