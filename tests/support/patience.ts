// A machine that runs other things besides takes longer than the second that is usual here: what is looked for is waited
// for, and a test fails by what it does not find, never by how busy the machine was.
if ('document' in globalThis) {
  const { configure } = await import('@testing-library/react')
  configure({ asyncUtilTimeout: 15_000 })
}

export {}
