import { test } from 'vitest'

throw new Error('This file cannot be loaded')

// biome-ignore lint/correctness/noUnreachable: which is what it is for
test('nothing', () => {})
