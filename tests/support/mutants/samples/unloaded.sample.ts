import { test } from 'vitest'

throw new Error('This file cannot be loaded')

// biome-ignore lint/correctness/noUnreachable: the sample must not load
test('nothing', () => {})
