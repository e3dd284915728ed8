import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { FADE } from '../../../src/machines/rules/entrance.ts'
import { createSpawnMachine } from '../../../src/machines/spawn.machine.ts'

test('what fades out is gone when the machine says that it is over: both go by one length', () => {
  expect(FADE).toBe(0.5)
  expect(createSpawnMachine().implementations.delays).toEqual({ fade: 500 })
  const told = ['src/machines', 'src/machines/rules', 'src/ui/viewer'].flatMap((folder) =>
    readdirSync(folder).filter(
      (file) => /\.tsx?$/.test(file) && /\bfade\b\s*[:=]\s*[\d.]+/i.test(readFileSync(`${folder}/${file}`, 'utf8')),
    ),
  )
  expect(told).toEqual(['entrance.ts'])
})
