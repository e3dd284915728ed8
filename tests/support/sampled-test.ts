import { test } from 'vitest'
import { isSampled } from './drawn.ts'

/** A test that takes long by what it is: one ordinary run in five makes it, by the commit, and every soak. */
export const sampledTest = (name: string, run: () => Promise<void> | void, timeout?: number): void =>
  test.skipIf(!isSampled(name))(name, run, timeout)
