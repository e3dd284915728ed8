/**
 * Dropped files by purpose: `models` (shown together as one avatar), a `panorama`, and a file that the viewer does not support.
 */
export interface ClassifiedFiles {
  models: File[]
  panorama: File | null
  refused: File | null
}

const MODEL = /\.(?:glb|fbx)$/i
const PANORAMA = /\.(?:hdr|exr|jpe?g|png|webp)$/i

/** Groups dropped files by extension. The viewer checks their content. */
export function classifyFiles(files: readonly File[]): ClassifiedFiles {
  const isKnown = ({ name }: File) => MODEL.test(name) || PANORAMA.test(name)
  return {
    models: files.filter(({ name }) => MODEL.test(name)),
    panorama: files.find(({ name }) => PANORAMA.test(name)) ?? null,
    refused: files.find((file) => !isKnown(file)) ?? null,
  }
}

/** Converts a model file to a blob with a type, because browsers give model files no type or a custom one (Spec §5). */
export const toModelBlob = (file: File): Blob => new Blob([file], { type: 'model/gltf-binary' })

/** Returns a placeholder URL for a local file in embed code, because other users cannot access the file. */
export const placeholderUrlOf = (file: File): string => `https://your-files.example/${encodeURIComponent(file.name)}`
