import { readdirSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'

/** Returns the files of all machines by the name of the machine, in alphabetical order of the names. */
export const findMachineFiles = (): Map<string, string> => findFilesByName('src/machines', '.machine.ts')

/** Returns the files of all test models by the name of the machine, in alphabetical order of the names. */
export const findModelFiles = (): Map<string, string> => findFilesByName('tests/machines', '.model.ts')

const findFilesByName = (folder: string, suffix: string) =>
  new Map(
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith(suffix))
      .map((file) => [basename(file, suffix), join(folder, file)] as const)
      .sort(([one], [other]) => (one < other ? -1 : 1)),
  )

/** Returns the folder in `src/machines` of each machine: '' or a path with a slash at its end. */
export const listMachineFolders = (): Record<string, string> =>
  Object.fromEntries(
    [...findMachineFiles()].map(([name, file]) => [name, `${dirname(file)}/`.slice('src/machines/'.length)]),
  )
