// Trampolines: functions with the name of a library's function, which jump to it. The first call looks it up, so that
// the library is loaded then. A trampoline passes every register on, so it needs no signature.
//
// Used for FFmpeg (forward.c), and for GTK in the installed program (Packaging/program).
#ifndef PLAYHEAD_TRAMPOLINE_H
#define PLAYHEAD_TRAMPOLINE_H

#include <stdatomic.h>

// A trampoline's data: its target address, which is initially the lookup code, and the function's name.
struct slot {
  _Atomic(const void *) address;
  const char *name;
};

// PLAYHEAD_RESOLVER(resolve, find): defines `resolve`, which saves all registers that may hold arguments, has
// `const void *find(struct slot *)` look up the function, and jumps to the address that it returns.
#if defined(__x86_64__)
#define PLAYHEAD_RESOLVER(resolve, find)                                                                          \
  __asm__(                                                                                                        \
      ".pushsection .text\n"                                                                                      \
      ".globl " #resolve "\n.hidden " #resolve "\n.type " #resolve ", @function\n" #resolve ":\n.cfi_startproc\n" \
      "pushq %rbp\n.cfi_def_cfa_offset 16\n.cfi_offset %rbp, -16\nmovq %rsp, %rbp\n.cfi_def_cfa_register %rbp\n"  \
      "pushq %rdi\npushq %rsi\npushq %rdx\npushq %rcx\npushq %r8\npushq %r9\npushq %rax\npushq %r10\n"            \
      "subq $128, %rsp\n"                                                                                         \
      "movups %xmm0, (%rsp)\nmovups %xmm1, 16(%rsp)\nmovups %xmm2, 32(%rsp)\nmovups %xmm3, 48(%rsp)\n"            \
      "movups %xmm4, 64(%rsp)\nmovups %xmm5, 80(%rsp)\nmovups %xmm6, 96(%rsp)\nmovups %xmm7, 112(%rsp)\n"         \
      "movq %r11, %rdi\ncall " #find "\nmovq %rax, %r11\n"                                                        \
      "movups (%rsp), %xmm0\nmovups 16(%rsp), %xmm1\nmovups 32(%rsp), %xmm2\nmovups 48(%rsp), %xmm3\n"            \
      "movups 64(%rsp), %xmm4\nmovups 80(%rsp), %xmm5\nmovups 96(%rsp), %xmm6\nmovups 112(%rsp), %xmm7\n"         \
      "addq $128, %rsp\n"                                                                                         \
      "popq %r10\npopq %rax\npopq %r9\npopq %r8\npopq %rcx\npopq %rdx\npopq %rsi\npopq %rdi\n"                    \
      "popq %rbp\n.cfi_def_cfa %rsp, 8\njmpq *%r11\n"                                                             \
      ".cfi_endproc\n.size " #resolve ", . - " #resolve "\n.popsection\n")

#define PLAYHEAD_JUMP(name) "endbr64\njmpq *playhead_slot_" #name "(%rip)\n"
#define PLAYHEAD_LOOK_UP(name, resolve) "leaq playhead_slot_" #name "(%rip), %r11\njmp " #resolve "\n"
// The same through a variable that holds the function's address.
#define PLAYHEAD_JUMP_THROUGH(name) "endbr64\nmovq playhead_slot_" #name "(%rip), %r11\njmpq *(%r11)\n"
#elif defined(__aarch64__)
#define PLAYHEAD_RESOLVER(resolve, find)                                                                          \
  __asm__(                                                                                                        \
      ".pushsection .text\n"                                                                                      \
      ".globl " #resolve "\n.hidden " #resolve "\n.type " #resolve ", %function\n" #resolve ":\n.cfi_startproc\n" \
      "stp x29, x30, [sp, #-224]!\n.cfi_def_cfa_offset 224\n.cfi_offset 29, -224\n.cfi_offset 30, -216\n"         \
      "mov x29, sp\n"                                                                                             \
      "stp x0, x1, [sp, #16]\nstp x2, x3, [sp, #32]\nstp x4, x5, [sp, #48]\nstp x6, x7, [sp, #64]\n"              \
      "str x8, [sp, #80]\n"                                                                                       \
      "stp q0, q1, [sp, #96]\nstp q2, q3, [sp, #128]\nstp q4, q5, [sp, #160]\nstp q6, q7, [sp, #192]\n"           \
      "mov x0, x16\nbl " #find "\nmov x17, x0\n"                                                                  \
      "ldp q0, q1, [sp, #96]\nldp q2, q3, [sp, #128]\nldp q4, q5, [sp, #160]\nldp q6, q7, [sp, #192]\n"           \
      "ldp x0, x1, [sp, #16]\nldp x2, x3, [sp, #32]\nldp x4, x5, [sp, #48]\nldp x6, x7, [sp, #64]\n"              \
      "ldr x8, [sp, #80]\n"                                                                                       \
      "ldp x29, x30, [sp], #224\n.cfi_def_cfa_offset 0\nbr x17\n"                                                 \
      ".cfi_endproc\n.size " #resolve ", . - " #resolve "\n.popsection\n")

#define PLAYHEAD_JUMP(name) \
  "hint #34\nadrp x16, playhead_slot_" #name "\nldr x17, [x16, :lo12:playhead_slot_" #name "]\nbr x17\n"
#define PLAYHEAD_LOOK_UP(name, resolve) \
  "hint #36\nadrp x16, playhead_slot_" #name "\nadd x16, x16, :lo12:playhead_slot_" #name "\nb " #resolve "\n"
#define PLAYHEAD_JUMP_THROUGH(name)                                                            \
  "hint #34\nadrp x16, playhead_slot_" #name "\nldr x17, [x16, :lo12:playhead_slot_" #name "]" \
  "\nldr x17, [x17]\nbr x17\n"
#else
#error "There are no trampolines for this processor yet; x86-64 and 64-bit Arm have them."
#endif

// PLAYHEAD_TRAMPOLINE(symbol, name, resolve): defines `symbol`, a trampoline to the library's function `name`. Hidden:
// the libraries themselves, and other libraries of a program that link them, call the real functions.
#define PLAYHEAD_TRAMPOLINE(symbol, name, resolve)                                                              \
  __asm__(".pushsection .text." #name ", \"ax\"\n.balign 16\n"                                                  \
          ".globl " #symbol "\n.hidden " #symbol "\n.type " #symbol ", %function\n" #symbol ":\n"               \
          PLAYHEAD_JUMP(name) "playhead_look_up_" #name ":\n" PLAYHEAD_LOOK_UP(name, resolve)                   \
          ".size " #symbol ", . - " #symbol "\n.popsection\n"                                                   \
          ".pushsection .rodata.playhead_name_" #name ", \"a\"\nplayhead_name_" #name ": .asciz \"" #name "\"\n" \
          ".popsection\n"                                                                                       \
          ".pushsection .data.playhead_slot_" #name ", \"aw\"\n.balign 8\n"                                     \
          "playhead_slot_" #name ": .quad playhead_look_up_" #name ", playhead_name_" #name "\n.popsection\n")

// PLAYHEAD_TRAMPOLINE_VARIABLE(symbol, name, resolve): defines `symbol`, a variable with the address of a trampoline. It
// stands for a library's variable `name` that holds a function's address and changes it.
#define PLAYHEAD_TRAMPOLINE_VARIABLE(symbol, name, resolve)                                                     \
  __asm__(".pushsection .text." #name ", \"ax\"\n.balign 16\n"                                                  \
          "playhead_through_" #name ":\n" PLAYHEAD_JUMP_THROUGH(name)                                           \
          "playhead_look_up_" #name ":\n" PLAYHEAD_LOOK_UP(name, resolve) ".popsection\n"                       \
          ".pushsection .rodata.playhead_name_" #name ", \"a\"\nplayhead_name_" #name ": .asciz \"" #name "\"\n" \
          ".popsection\n"                                                                                       \
          ".pushsection .data.playhead_slot_" #name ", \"aw\"\n.balign 8\n"                                     \
          "playhead_slot_" #name ": .quad playhead_initial_" #name ", playhead_name_" #name "\n"                \
          "playhead_initial_" #name ": .quad playhead_look_up_" #name "\n"                                      \
          ".globl " #symbol "\n.hidden " #symbol "\n" #symbol ": .quad playhead_through_" #name "\n.popsection\n")

#endif
