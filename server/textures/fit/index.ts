/**
 * Fits the weights by which a texture's slot is told: `npm run fit-textures -- name=folder [name=folder …]`, the names being
 * what the weights say they were fitted from. Takes every texture below the folders whose slot is known, and variations of
 * them. A quarter of the models is held out: nothing is fitted from them or from variations of their textures, and the
 * figures printed are theirs. Prints besides what five splits come to, in which each model is held out once, and writes
 * `weights.json`. The same folders give the same bytes.
 */
import { createHash } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { SURE } from '../classifier.ts'
import { collect } from './collect.ts'
import { added, print } from './print.ts'
import { decoded, PARTS, partOf, samplesOf, weighed } from './samples.ts'
import { fitWeights, judge } from './train.ts'

const HELD_OUT = [0, 1, 2, 3, 4]
const SPLITS = 5

const sources = process.argv.slice(2).map((it) => {
  const [name = '', folder = ''] = it.split('=')
  return { name, folder }
})
if (sources.length === 0 || sources.some(({ name, folder }) => !name || !folder)) {
  console.error('npm run fit-textures -- name=folder [name=folder …]')
  process.exit(1)
}

const seen = new Set<string>()
const known = sources
  .flatMap(({ name, folder }) => collect(name, folder))
  .filter(({ bytes }) => {
    const hash = createHash('sha256').update(bytes).digest('hex')
    return !seen.has(hash) && seen.add(hash)
  })
const pictures = await decoded(known)
const samples = samplesOf(pictures)
const families = new Set(pictures.map(({ family }) => family)).size
console.log(
  `${known.length} textures, ${pictures.length} unlike each other, of ${families} models; ${samples.length} with variations`,
)

const split = (held: readonly number[]) => ({
  kept: samples.filter(({ part }) => !held.includes(part)),
  real: samples.filter(({ part, isReal }) => held.includes(part) && isReal),
  varied: samples.filter(({ part, isReal }) => held.includes(part) && !isReal),
})

const { kept, real, varied } = split(HELD_OUT)
const weights = fitWeights(weighed(kept))
const judged = judge(weights, real, SURE)
print('Held out, textures as they are', judged)
print('Held out, variations', judge(weights, varied, SURE))
const folds = Array.from({ length: SPLITS }, (_, k) => {
  const size = PARTS / SPLITS
  const fold = split(Array.from({ length: size }, (_, i) => k * size + i))
  return judge(fitWeights(weighed(fold.kept)), fold.real, SURE)
})
print('Five splits, each texture held out once', folds.reduce(added))

const fittedFrom = {
  sources: sources.map(({ name }) => name),
  textures: pictures.filter(({ family }) => !HELD_OUT.includes(partOf(family))).length,
  withVariations: kept.length,
  heldOut: { textures: judged.count, right: judged.right },
}
writeFileSync(new URL('../weights.json', import.meta.url), `${JSON.stringify({ fittedFrom, ...weights }, null, 2)}\n`)
