/** What of a face moves by itself, each by its name in ARKit, in lower case and without signs. */
export const FACE_PARTS = {
  blinkLeft: ['eyeblinkleft', 'eyeblinkl', 'blinkleft', 'blinkl', 'eyecloseleft', 'eyeclosel', 'eyeclosedl'],
  blinkRight: ['eyeblinkright', 'eyeblinkr', 'blinkright', 'blinkr', 'eyecloseright', 'eyecloser', 'eyeclosedr'],
  blink: ['blink', 'eyesclosed', 'eyeclose', 'eyesclose', 'fcleyeclose', 'eyesblink', 'eyeblink'],
  lookUpLeft: ['eyelookupleft', 'eyelookupl'],
  lookUpRight: ['eyelookupright', 'eyelookupr'],
  lookDownLeft: ['eyelookdownleft', 'eyelookdownl'],
  lookDownRight: ['eyelookdownright', 'eyelookdownr'],
  lookInLeft: ['eyelookinleft', 'eyelookinl'],
  lookInRight: ['eyelookinright', 'eyelookinr'],
  lookOutLeft: ['eyelookoutleft', 'eyelookoutl'],
  lookOutRight: ['eyelookoutright', 'eyelookoutr'],
  lookUp: ['eyeslookup', 'lookup'],
  lookDown: ['eyeslookdown', 'lookdown'],
} as const satisfies Record<string, readonly string[]>

export type FacePart = keyof typeof FACE_PARTS

/** A name as it is compared: in lower case, without signs and without what tools write before it. */
export const plainName = (name: string): string =>
  name
    .replace(/^.*[|:]|^.*\.(?=.{4})/, '')
    .toLowerCase()
    .replace(/[^a-z0-9]/g, '')

/** The names among `names` that mean each part of a face, as ARKit, Ready Player Me, VRM and plain models call them. */
export function facePartsIn(names: readonly string[]): Partial<Record<FacePart, string>> {
  const byPlain = new Map(names.map((name) => [plainName(name), name]))
  const found: Partial<Record<FacePart, string>> = {}
  for (const [part, aliases] of Object.entries(FACE_PARTS) as [FacePart, readonly string[]][]) {
    const alias = aliases.find((one) => byPlain.has(one))
    if (alias !== undefined) found[part] = byPlain.get(alias)!
  }
  // Each eye has its own: the lids of both would shut twice.
  if (found.blinkLeft && found.blinkRight) delete found.blink
  if (found.lookUpLeft && found.lookUpRight) delete found.lookUp
  if (found.lookDownLeft && found.lookDownRight) delete found.lookDown
  return found
}

/** The bones that move a little by themselves. */
const BONES = {
  hips: /^(?:hips?|pelvis|jbipchips)$/,
  spine: /^(?:spine|spine1|spine01|jbipcspine|abdomen)$/,
  chest: /^(?:spine2|spine02|spine3|spine03|chest|upperchest|jbipcchest|jbipcupperchest)$/,
  neck: /^(?:neck|neck1|neck01|jbipcneck)$/,
  head: /^(?:head|jbipchead)$/,
  leftShoulder: /^(?:leftshoulder|shoulderl|claviclel|leftclavicle|jbiplshoulder)$/,
  rightShoulder: /^(?:rightshoulder|shoulderr|clavicler|rightclavicle|jbiprshoulder)$/,
  leftThigh: /^(?:leftupleg|leftupperleg|upperlegl|thighl|jbiplupperleg)$/,
  rightThigh: /^(?:rightupleg|rightupperleg|upperlegr|thighr|jbiprupperleg)$/,
  leftFoot: /^(?:leftfoot|footl|jbiplfoot)$/,
  rightFoot: /^(?:rightfoot|footr|jbiprfoot)$/,
  leftEye: /^(?:lefteye|eyel|eyeleft|jadjlfaceeye)$/,
  rightEye: /^(?:righteye|eyer|eyeright|jadjrfaceeye)$/,
} as const satisfies Record<string, RegExp>

export type BodyPart = keyof typeof BONES

/** Which bone each part of a body is, by its name; the first of several. */
export function bodyPartsIn(names: readonly string[]): Partial<Record<BodyPart, string>> {
  const plain = names.map((name) => plainName(name).replace(/^(?:mixamorig\d*|bip001|bip01|defbone|def|cc ?base)/, ''))
  const found: Partial<Record<BodyPart, string>> = {}
  for (const [part, pattern] of Object.entries(BONES) as [BodyPart, RegExp][]) {
    const at = plain.findIndex((name) => pattern.test(name))
    if (at >= 0) found[part] = names[at]!
  }
  return found
}
