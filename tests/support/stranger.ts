import { tinyGlb } from './glb.ts'
import { createCaller } from './model-load.ts'

/** Sends small models to the server of its first argument, as many as the second says, one after the other; writes how long each took, in milliseconds, as JSON. */
const [, , base = '', count] = process.argv
const caller = await createCaller(base, 'admin@atelier.example')
const times: number[] = []
for (let n = 0; n < Number(count); n++) {
  const began = performance.now()
  await caller.upload(tinyGlb({ json: { extras: n } }))
  times.push(Math.round(performance.now() - began))
}
process.stdout.write(JSON.stringify(times))
