/**
 * Fits the weights by which a texture's slot is told: `npm run fit-textures -- name=folder [name=folder …]`, the names being
 * what the weights say they were fitted from. Takes every texture below the folders whose slot is known, and variations of
 * them. A quarter of the models and packs is held out: nothing is fitted from them or from variations of their textures, and
 * the figures printed are theirs. Prints besides what five splits of the rest come to, by which one chooses what to change, and
 * writes `weights.json`. The same folders give the same bytes.
 */
import { createHash } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { SURE } from '../classifier.ts'
import { collect } from './collect.ts'
import { added, print } from './print.ts'
import { decoded, type Sample, samplesOf, weighed } from './samples.ts'
import { fitWeights, type Judged, judge } from './train.ts'

/** The first parts are held out. */
const HELD_OUT = 5
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

const split = (isHeld: (part: number) => boolean, all: readonly Sample[]) => ({
  kept: all.filter(({ part }) => !isHeld(part)),
  real: all.filter(({ part, isReal }) => isHeld(part) && isReal),
  varied: all.filter(({ part, isReal }) => isHeld(part) && !isReal),
})

const { kept, real, varied } = split((part) => part < HELD_OUT, samples)
const weights = fitWeights(weighed(kept))
const judged = (isOfPack: boolean) =>
  judge(
    weights,
    real.filter((it) => it.isOfPack === isOfPack),
    SURE,
  )
const [models, packs] = [judged(false), judged(true)]
print('Held out, models', models)
print('Held out, packs', packs)
print('Held out, variations', judge(weights, varied, SURE))
const folds = Array.from({ length: SPLITS }, (_, k) => {
  const fold = split((part) => (part - HELD_OUT) % SPLITS === k, kept)
  return judge(fitWeights(weighed(fold.kept)), fold.real, SURE)
})
print('Five splits of all that is not held out', folds.reduce(added))

const fittedFrom = {
  sources: sources.map(({ name }) => name),
  textures: kept.filter(({ isReal }) => isReal).length,
  withVariations: kept.length,
  heldOut: { models: summed(models), packs: summed(packs) },
}
writeFileSync(new URL('../weights.json', import.meta.url), `${JSON.stringify({ fittedFrom, ...weights }, null, 2)}\n`)

function summed({ count, right, sure, sureRight, table }: Judged) {
  const normals = Object.values(table.normal).reduce((sum, it) => sum + it, 0)
  return {
    textures: count,
    right,
    normals,
    normalsRight: table.normal.normal,
    filledIn: sure,
    filledInRight: sureRight,
  }
}
