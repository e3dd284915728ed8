import { test } from 'vitest'
import { isSampled } from './sampling.ts'

/** Registers a slow test: one ordinary run in five runs it, chosen by the number of commits, and every soak run. */
export const sampledTest = (name: string, run: () => Promise<void> | void, timeout?: number): void =>
  test.skipIf(!isSampled(name))(name, run, timeout)
