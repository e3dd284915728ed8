import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { FADE_OUT_SECONDS } from '../../../src/machines/viewer/entrance.ts'
import { createSpawnMachine } from '../../../src/machines/viewer/spawn.machine.ts'

test('defines the fade duration only once, for both the spawn machine and the rendering', () => {
  expect(FADE_OUT_SECONDS).toBe(0.5)
  expect(createSpawnMachine().implementations.delays).toEqual({ fade: 500 })
  const sources = ['src/machines', 'src/machines/viewer', 'src/ui/viewer'].flatMap((folder) =>
    readdirSync(folder).filter(
      (file) =>
        /\.tsx?$/.test(file) &&
        /\bfade(_out_seconds)?\b\s*[:=]\s*[\d.]+/i.test(readFileSync(`${folder}/${file}`, 'utf8')),
    ),
  )
  expect(sources).toEqual(['entrance.ts'])
})
