// The interactive views: a bundle of its own with Ink and React in it, loaded by the commands that show one.
export { showBoard } from './board/board.tsx'
export { showChat } from './chat/chat.tsx'
export { ready } from './ready.ts'
