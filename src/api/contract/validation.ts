import * as v from 'valibot'
import { FILE_EXTENSIONS, type FileType, FileUrl } from './files.ts'

/** Files of an asset to be created; at least one. */
export const FilesToValidate = v.pipe(
  v.strictObject({
    modelUrl: v.optional(v.pipe(FileUrl, v.endsWith('.glb'))),
    iconUrl: v.optional(FileUrl),
    textureUrl: v.optional(FileUrl),
    psdUrl: v.optional(FileUrl),
  }),
  v.check((files) => Object.values(files).some((url) => url !== undefined), 'Include at least one file.'),
)
export type FilesToValidate = v.InferOutput<typeof FilesToValidate>

const Count = v.number()

/** Reason why a file cannot be used: a `FileProblem` with the message in English. */
const FileProblemSchema = v.object({
  word: v.string(),
  message: v.string(),
  params: v.optional(v.record(v.string(), v.union([v.string(), v.number()]))),
  sizes: v.optional(v.record(v.string(), v.number())),
  keys: v.optional(v.record(v.string(), v.union([v.string(), v.array(v.string())]))),
})

/** Facts from an image's header; sides in pixels. */
const ImageFacts = v.object({
  width: Count,
  height: Count,
  colorType: v.string(),
  bitDepth: Count,
  colorSpace: v.optional(v.string()),
})

const ValidatedFile = v.object({
  field: v.picklist(['modelUrl', 'iconUrl', 'textureUrl', 'psdUrl']),
  url: FileUrl,
  type: v.picklist(Object.keys(FILE_EXTENSIONS) as FileType[]),
  bytes: Count,
  maxBytes: Count,
  fault: v.nullable(FileProblemSchema),
  image: v.optional(ImageFacts),
})

/** Statistics of a model. `textureBytes` is the size of the decoded images, `longestSide` their longest side in pixels. */
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

const ModelNote = v.variant('kind', [
  v.object({ kind: v.literal('overBudget'), budget: v.string(), value: Count, max: Count }),
  v.object({ kind: v.picklist(['unknownExtension', 'outsideImage']), name: v.string() }),
])

const Severity = v.picklist(['error', 'warning', 'info', 'hint'])

/** Report of the Khronos glTF validator: findings grouped by kind, most severe first. */
const Report = v.object({
  validatorVersion: v.string(),
  counts: v.object({ error: Count, warning: Count, info: Count, hint: Count }),
  findings: v.array(
    v.object({ code: v.string(), message: v.string(), severity: Severity, places: v.array(v.string()) }),
  ),
  isCut: v.boolean(),
})

/**
 * Result of checking files. `isValid`: no file has a fault, and the model can be stored, rendered and exported. The report of a
 * valid model may contain errors only about normalisation (weights, normals, quaternions). `report` is null without a model, or
 * if the validator could not process the model (see `reportFault`).
 */
export const FileValidationResult = v.object({
  isValid: v.boolean(),
  files: v.array(ValidatedFile),
  model: v.optional(v.object({ stats: ModelFacts, notes: v.array(ModelNote) })),
  report: v.nullable(Report),
  reportFault: v.optional(v.string()),
})
export type FileValidationResult = v.InferOutput<typeof FileValidationResult>
