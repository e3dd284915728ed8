import { expect, test } from 'vitest'
import { whileAllowed } from '../../../server/transfer/still-allowed.ts'

async function* pieces(count: number, bytes: number) {
  for (let i = 0; i < count; i++) yield new Uint8Array(bytes)
}

test('It is asked again after so many bytes, and after so long, however few came', async () => {
  let [time, asked] = [0, 0]
  const check = async () => {
    asked += 1
  }
  const limits = { bytes: 100, ms: 1000, clock: () => time }
  for await (const _ of whileAllowed(pieces(10, 50), check, limits));
  expect(asked).toBe(4)
  for await (const _ of whileAllowed(pieces(3, 1), check, limits)) time += 1000
  expect(asked).toBe(6)
})

test('Once it is refused nothing more comes', async () => {
  const came: number[] = []
  const reading = (async () => {
    for await (const { length } of whileAllowed(
      pieces(10, 50),
      async () => {
        throw new Error('revoked')
      },
      { bytes: 100 },
    ))
      came.push(length)
  })()
  await expect(reading).rejects.toThrow('revoked')
  expect(came).toEqual([50, 50])
})
