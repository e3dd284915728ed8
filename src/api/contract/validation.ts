import * as v from 'valibot'
import { FILE_ENDINGS, FileAddress, type FileType } from './files.ts'

/** The files of an asset that is yet to be made; at least one of them. */
export const FilesToValidate = v.pipe(
  v.strictObject({
    modelUrl: v.optional(v.pipe(FileAddress, v.endsWith('.glb'))),
    iconUrl: v.optional(FileAddress),
    textureUrl: v.optional(FileAddress),
    psdUrl: v.optional(FileAddress),
  }),
  v.check((files) => Object.values(files).some((url) => url !== undefined), 'Hand in at least one file.'),
)
export type FilesToValidate = v.InferOutput<typeof FilesToValidate>

const Count = v.number()

/**
 * Why a file can't be used: the key of its sentence with the values of its holes (of `keys`: words by their keys, several
 * being any one of them), and the sentence in English.
 */
const FileFault = v.object({
  word: v.string(),
  message: v.string(),
  params: v.optional(v.record(v.string(), v.union([v.string(), v.number()]))),
  sizes: v.optional(v.record(v.string(), v.number())),
  keys: v.optional(v.record(v.string(), v.union([v.string(), v.array(v.string())]))),
})

/** What an image's header says; sides in pixels. */
const ImageFacts = v.object({
  width: Count,
  height: Count,
  colorType: v.string(),
  bitDepth: Count,
  colorSpace: v.optional(v.string()),
})

const ValidatedFile = v.object({
  field: v.picklist(['modelUrl', 'iconUrl', 'textureUrl', 'psdUrl']),
  url: FileAddress,
  type: v.picklist(Object.keys(FILE_ENDINGS) as FileType[]),
  bytes: Count,
  maxBytes: Count,
  fault: v.nullable(FileFault),
  image: v.optional(ImageFacts),
})

/** What a model holds: counts, `textureBytes` once decoded, `longestSide` of its images in pixels. */
const ModelFacts = v.object({
  triangles: Count,
  vertices: Count,
  drawCalls: Count,
  bones: Count,
  morphTargets: Count,
  textures: Count,
  materials: Count,
  animations: Count,
  textureBytes: Count,
  longestSide: Count,
  unreadImages: Count,
  bytes: Count,
})

/** Something to know about a model that can be used. */
const ModelNote = v.variant('kind', [
  v.object({ kind: v.literal('overBudget'), budget: v.string(), value: Count, max: Count }),
  v.object({ kind: v.picklist(['unknownExtension', 'outsideImage']), name: v.string() }),
])

const Severity = v.picklist(['error', 'warning', 'info', 'hint'])

/** The Khronos glTF validator's report: findings of one kind together, the gravest first. */
const Report = v.object({
  validatorVersion: v.string(),
  counts: v.object({ error: Count, warning: Count, info: Count, hint: Count }),
  findings: v.array(
    v.object({ code: v.string(), message: v.string(), severity: Severity, places: v.array(v.string()) }),
  ),
  isCut: v.boolean(),
})

/**
 * What checking files came to. `isValid`: no file has a fault, and a model can be kept, drawn and exported: its report tells
 * of no error but those of mere normalisation (weights, normals, quaternions).
 * `report` is null where there is no model, or where the validator could not deal with it; `reportFault` says so then.
 */
export const Validation = v.object({
  isValid: v.boolean(),
  files: v.array(ValidatedFile),
  model: v.optional(v.object({ stats: ModelFacts, notes: v.array(ModelNote) })),
  report: v.nullable(Report),
  reportFault: v.optional(v.string()),
})
export type Validation = v.InferOutput<typeof Validation>
