/**
 * Fits the weights of the texture slot classifier: `npm run fit-textures -- name=folder [name=folder …]`. Uses every texture with
 * a known slot below the folders, and variations of it. A quarter of the models and packs is not used for fitting; the printed
 * results are for the textures of that quarter. Also prints the results of a five-fold cross-validation of the other textures,
 * for tuning. Writes `weights.json`, with the same bytes for the same folders. The names are stored in this file as sources.
 */
import { createHash } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { MIN_SLOT_CHANCE } from '../classifier.ts'
import { collectPictures } from './collect-pictures.ts'
import { mergeEvaluations, printEvaluation } from './print-evaluation.ts'
import { createSamples, decodePictures, type Sample, weightSamples } from './samples.ts'
import { type Evaluation, evaluateWeights, fitWeights } from './train.ts'

/** Number of parts, of `SPLIT_PART_COUNT`, that are not used for fitting. */
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

const hashes = new Set<string>()
const uniquePictures = sources
  .flatMap(({ name, folder }) => collectPictures(name, folder))
  .filter(({ bytes }) => {
    const hash = createHash('sha256').update(bytes).digest('hex')
    return !hashes.has(hash) && hashes.add(hash)
  })
const pictures = await decodePictures(uniquePictures)
const samples = createSamples(pictures)
const families = new Set(pictures.map(({ family }) => family)).size
console.log(
  `${uniquePictures.length} textures, ${pictures.length} without near duplicates, of ${families} models; ${samples.length} with variations`,
)

const split = (isHeldOut: (part: number) => boolean, all: readonly Sample[]) => ({
  training: all.filter(({ part }) => !isHeldOut(part)),
  real: all.filter(({ part, isReal }) => isHeldOut(part) && isReal),
  varied: all.filter(({ part, isReal }) => isHeldOut(part) && !isReal),
})

const { training, real, varied } = split((part) => part < HELD_OUT, samples)
const weights = fitWeights(weightSamples(training))
const judgeGroup = (isOfPack: boolean) =>
  evaluateWeights(
    weights,
    real.filter((it) => it.isOfPack === isOfPack),
    MIN_SLOT_CHANCE,
  )
const [models, packs] = [judgeGroup(false), judgeGroup(true)]
printEvaluation('Held out, models', models)
printEvaluation('Held out, packs', packs)
printEvaluation('Held out, variations', evaluateWeights(weights, varied, MIN_SLOT_CHANCE))
const folds = Array.from({ length: SPLITS }, (_, k) => {
  const fold = split((part) => (part - HELD_OUT) % SPLITS === k, training)
  return evaluateWeights(fitWeights(weightSamples(fold.training)), fold.real, MIN_SLOT_CHANCE)
})
printEvaluation('Five-fold cross-validation of the training set', folds.reduce(mergeEvaluations))

const fittedFrom = {
  sources: sources.map(({ name }) => name),
  textures: training.filter(({ isReal }) => isReal).length,
  withVariations: training.length,
  heldOut: { models: summarize(models), packs: summarize(packs) },
}
writeFileSync(new URL('../weights.json', import.meta.url), `${JSON.stringify({ fittedFrom, ...weights }, null, 2)}\n`)

function summarize({ count, right, sure, sureRight, table }: Evaluation) {
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
