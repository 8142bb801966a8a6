// Shows what this repository remembers to the agent: with a file that it reads or edits, with a command that failed, and
// at the beginning of a session. Does nothing where there is no .legendary/memories or no git-memory.
import { spawn } from "node:child_process"
import { existsSync } from "node:fs"
import { dirname, join, resolve } from "node:path"

const SHOWN = new Set(["read", "edit", "write", "multiedit", "apply_patch", "patch", "bash"])
const MILLISECONDS = 10_000
const MOST = 32 * 1024 * 1024

function hasStore(start) {
  for (let folder = start; ; folder = dirname(folder)) {
    if (existsSync(join(folder, ".legendary", "memories"))) return true
    if (dirname(folder) === folder) return false
  }
}

function ask(verb, payload) {
  return new Promise((answer) => {
    try {
      const input = JSON.stringify(payload)
      if (input.length > MOST) return answer("")
      const child = spawn("git-memory", [verb, "--host", "opencode"], {
        cwd: payload.cwd,
        stdio: ["pipe", "pipe", "ignore"],
      })
      // Not spawn's own `timeout`: where there is no git-memory, that keeps a program that is done from ending.
      setTimeout(() => child.kill(), MILLISECONDS).unref()
      let output = ""
      child.stdout.setEncoding("utf8")
      child.stdout.on("data", (text) => (output += text))
      child.stdin.on("error", () => {})
      child.on("error", () => answer(""))
      child.on("close", () => {
        try {
          const context = JSON.parse(output).context
          answer(typeof context === "string" ? context : "")
        } catch {
          answer("")
        }
      })
      child.stdin.end(input)
    } catch {
      answer("")
    }
  })
}

export const LegendaryGit = async ({ directory }) => {
  const cwd = directory ?? process.cwd()
  const begun = new Map()

  return {
    event: async ({ event }) => {
      if (event?.type === "session.compacted") begun.delete(event.properties?.sessionID)
    },

    "experimental.chat.system.transform": async (input, output) => {
      try {
        const session = input?.sessionID
        if (!session || !hasStore(cwd)) return
        if (!begun.has(session)) begun.set(session, ask("surface", { event: "session", session, cwd, is_new: true }))
        const context = await begun.get(session)
        if (context) output.system.push(context)
      } catch {}
    },

    "tool.execute.after": async (input, output) => {
      try {
        if (!SHOWN.has(input?.tool) || typeof output?.output !== "string") return
        const args = input.args ?? {}
        const isHere = hasStore(cwd) || (args.filePath && hasStore(resolve(cwd, args.filePath)))
        if (!isHere) return
        const isCommand = input.tool === "bash"
        const context = await ask(isCommand ? "guard" : "surface", {
          event: "tool.execute.after",
          session: input.sessionID,
          cwd,
          tool: input.tool,
          args,
          output: isCommand ? output.output : undefined,
          exit: isCommand ? output.metadata?.exit : undefined,
        })
        if (context) output.output += `\n\n${context}`
      } catch {}
    },
  }
}
