import { startAtelier } from './start.tsx'

startAtelier({ element: document.getElementById('app')! })
